/** What the perfume smells of, in the owner's settings: three fields, any of which may be empty. */
import { validateFact } from "../../orders/change-fact.ts";
import type { AdminSetting } from "../../shop/settings-schema.ts";
import type { ShownFacts } from "../../shop/shown-facts.ts";
import type { Field, Typed } from "./setting-form.tsx";

type Notes = ShownFacts["notes"];

interface Note {
  name: keyof Notes;
  setting: AdminSetting;
  label: string;
  hint: string;
}

const notes: Note[] = [
  {
    name: "top",
    setting: "PRODUCT_NOTES_TOP",
    label: "Salida",
    hint: "Lo primero que se huele, como «bergamota, neroli».",
  },
  {
    name: "heart",
    setting: "PRODUCT_NOTES_HEART",
    label: "Corazón",
    hint: "Lo que se huele después, como «jazmín, rosa».",
  },
  {
    name: "base",
    setting: "PRODUCT_NOTES_BASE",
    label: "Fondo",
    hint: "Lo que queda al final, como «cedro, ámbar». Lo que dejes vacío no se dice.",
  },
];

export const noteFields: Record<string, Field> = Object.fromEntries(
  notes.map(({ name, label, hint }) => [name, { label, hint, maxLength: 80 }]),
);

const unsaid = "No se dice";

/** «bergamota, neroli · jazmín · cedro» */
export const showNotes = (of: Notes) =>
  notes
    .map(({ name }) => of[name])
    .filter(Boolean)
    .join(" · ") || unsaid;

/** What was typed, or the message for the first wrong field. */
export function readNotes(typed: Typed) {
  const read: Notes = {};
  for (const { name, setting } of notes) {
    const valid = validateFact(setting, typed[name] ?? "");
    if ("error" in valid) return { error: { ...valid, field: name } };
    read[name] = valid.value;
  }
  return { notes: read };
}

export const noteChanges = (before: Notes, after: Notes) =>
  notes
    .filter(({ name }) => before[name] !== after[name])
    .map(({ name, label }) => ({
      name: label,
      before: before[name] || unsaid,
      after: after[name] || unsaid,
    }));
