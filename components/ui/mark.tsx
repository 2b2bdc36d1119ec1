/** Keystead's mark, the arch and keystone of app/icon.svg, in the theme's colors. */
export function Mark({ className = "size-7" }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={`shrink-0 ${className}`}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        className="fill-on-accent stroke-on-accent"
        strokeWidth="1.2"
        strokeLinejoin="round"
        d="M14.1 14L11.4 7.3H20.6L17.9 14A5 5 0 0 0 14.1 14Z"
      />
      <path
        className="fill-on-accent opacity-60"
        d={
          "M11 9.5A10.4 10.4 0 0 0 5.6 18.6V25.4H11V18.6A5 5 0 0 1 12.8 14.8Z" +
          "M21 9.5A10.4 10.4 0 0 1 26.4 18.6V25.4H21V18.6A5 5 0 0 0 19.2 14.8Z"
        }
      />
    </svg>
  );
}
