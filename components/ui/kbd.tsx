/** A key of the keyboard. */
export function Kbd({ children, className = "" }: { children: string; className?: string }) {
  return (
    <kbd
      className={
        "inline-block rounded border border-line px-1.5 text-center font-mono text-xs " + className
      }
    >
      {children}
    </kbd>
  );
}
