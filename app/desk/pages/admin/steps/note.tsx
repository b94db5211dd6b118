import { annotate } from "#desk/orders/orders.ts";
import { Note, textIn } from "./fields.tsx";
import { invalid, orderStep } from "./step.ts";

export const addNote = orderStep({
  path: "nota",
  label: "Añadir una nota",
  isPossible: () => true,
  Fields: ({ field }) => <Note field={field} label="Nota, solo para ti" most={500} />,
  parse({ nota }) {
    const note = textIn(nota, 500);
    return note ? { input: note } : invalid({ nota: "Escribe la nota" });
  },
  run: (desk, trx, { order }, note) => annotate(desk, trx, order, note),
});
