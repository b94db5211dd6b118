/** The brand's name as printed on the bottle, in spaced capitals. */
export function Wordmark({ children }: { children: string }) {
  return (
    <span
      translate="no"
      className="-mr-[0.22em] whitespace-nowrap font-display text-[min(1.375rem,6.1vw)]/none wide:text-[clamp(1.375rem,1.43vw,1.75rem)]/none tracking-wordmark uppercase"
    >
      {children}
    </span>
  );
}
