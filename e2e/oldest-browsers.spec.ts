import { test as withoutPage } from "@playwright/test";
import {
  allWrong,
  everyPage,
  expect,
  expectConfirmed,
  fillShippingForm,
  skipProcessing,
  test,
} from "./fixtures.ts";

/** Features that Safari 15.4, Chrome 99 or Firefox 115 lacks, by the object that has them elsewhere. */
const lacking = Object.entries({
  Array: "fromAsync",
  "Array.prototype": "toReversed toSorted toSpliced with",
  "ArrayBuffer.prototype": "resize transfer transferToFixedLength",
  AbortSignal: "any timeout",
  "AbortSignal.prototype": "throwIfAborted",
  Atomics: "pause waitAsync",
  "Blob.prototype": "bytes textStream",
  "Clipboard.prototype": "read readText write",
  CSS: "highlights number px registerProperty",
  "CSSStyleSheet.prototype": "replaceSync",
  Document: "parseHTML parseHTMLUnsafe",
  "Document.prototype": "adoptedStyleSheets caretPositionFromPoint startViewTransition",
  "Element.prototype":
    "ariaBusy ariaChecked ariaCurrent ariaDescription ariaDisabled ariaExpanded ariaHidden ariaInvalid ariaLabel ariaLive ariaNotify ariaPressed ariaRequired ariaSelected checkVisibility computedStyleMap currentCSSZoom getHTML moveBefore scrollIntoViewIfNeeded setHTML setHTMLUnsafe",
  Error: "captureStackTrace isError",
  "EventTarget.prototype": "when",
  "Headers.prototype": "getSetCookie",
  "HTMLButtonElement.prototype": "command commandForElement popoverTargetElement",
  "HTMLDialogElement.prototype": "requestClose",
  "HTMLElement.prototype":
    "attachInternals attributeStyleMap hidePopover inert popover showPopover togglePopover",
  "HTMLFormElement.prototype": "requestSubmit",
  "HTMLInputElement.prototype": "showPicker",
  Intl: "DurationFormat Segmenter",
  "Intl.Locale.prototype": "getCalendars getHourCycles getTextInfo getTimeZones getWeekInfo",
  "Intl.NumberFormat.prototype": "formatRange formatRangeToParts",
  "Intl.PluralRules.prototype": "selectRange",
  "Iterator.prototype": "drop every filter find flatMap forEach map reduce some take toArray",
  JSON: "isRawJSON rawJSON",
  Map: "groupBy",
  "Map.prototype": "getOrInsert getOrInsertComputed",
  Math: "f16round sumPrecise",
  "Navigator.prototype":
    "canShare connection deviceMemory share userActivation userAgentData vibrate wakeLock",
  Object: "groupBy",
  Promise: "try withResolvers",
  RegExp: "escape",
  "Request.prototype": "duplex",
  Response: "json",
  "Selection.prototype": "getComposedRanges",
  "Set.prototype":
    "difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union",
  "String.prototype": "isWellFormed toWellFormed",
  Uint8Array: "fromBase64 fromHex",
  "Uint8Array.prototype": "setFromBase64 setFromHex toBase64 toHex",
  URL: "canParse parse",
  window:
    "CloseWatcher CompressionStream Float16Array Highlight Iterator OffscreenCanvas Sanitizer Temporal URLPattern cancelIdleCallback cookieStore documentPictureInPicture fetchLater launchQueue navigation requestIdleCallback scheduler showOpenFilePicker showSaveFilePicker trustedTypes",
}).map(([owner, names]) => [owner, names.split(" ")] as const);

/** Features that React names in messages, or uses only where they exist. */
const guarded = /^(connection|navigation|popover|requestSubmit|share|startViewTransition)$/;

/** Finds the uses of a name, but not those that `?.` guards. */
function usesOf(owner: string, name: string) {
  const before = owner.endsWith("prototype") ? "\\." : owner === "window" ? "" : `${owner}\\.`;
  return new RegExp(`(?<![\\w$-])${before}${name}(?![\\w$-]|\\?\\.)`);
}

/** Lookbehind, modifiers, and the flag `v`. */
const newExpressions = /\(\?<[=!]|\(\?[ims]*-?[ims]+:|\/[dgimsuy]*v[dgimsuy]*(?=[.,;)\]])/;

withoutPage("no script uses features that the oldest browsers lack", async ({ request }) => {
  const scripts = new Map<string, string>();
  for (const path of everyPage) {
    const page = await request.get(path);
    for (const [, attributes = "", inline = ""] of (await page.text()).matchAll(
      /<script([^>]*)>(.*?)<\/script>/gs,
    )) {
      const [, source] = /src="([^"]+)"/.exec(attributes) ?? [];
      const file = source && new URL(source, page.url()).href;
      if (file) scripts.set(file, await (await request.get(file)).text());
      else if (!attributes.includes("json")) scripts.set(inline, inline);
    }
  }
  expect([...scripts.keys()].filter((name) => name.includes("entry.client"))).toHaveLength(1);
  for (const [name, script] of scripts) {
    const isReact = name.includes("/assets/react-");
    const found = lacking.flatMap(([owner, names]) =>
      // Arrays have the methods of iterators too.
      owner === "Iterator.prototype"
        ? []
        : names
            .filter((name) => !(isReact && guarded.test(name)))
            .filter((name) => usesOf(owner, name).test(script))
            .map((name) => `${owner}.${name}`),
    );
    expect(found, name).toEqual([]);
    expect(newExpressions.exec(script)?.[0], name).toBeUndefined();
  }
});

test("places an order without the features that the oldest browsers lack", async ({ page }, {
  project,
}) => {
  await page.addInitScript((lacking) => {
    for (const [path, names] of lacking) {
      let owner: object = window;
      for (const name of path.split(".")) owner = Reflect.get(owner, name) ?? {};
      for (const name of names) Reflect.deleteProperty(owner, name);
    }
  }, lacking);
  await page.addInitScript(skipProcessing);
  await page.goto("/checkout");
  const submit = page.getByRole("button", { name: project.metadata.submit });
  await submit.click();
  await expect(page.getByText(allWrong)).toBeVisible();
  await fillShippingForm(page, "antiguo@ejemplo.es");
  await page.getByRole("button", { name: "Aumentar cantidad" }).click();
  await submit.click();
  await expectConfirmed(page);
});
