/** Links to the emails of local mode. */
export function InboxLink() {
  return (
    <a
      href="/inbox"
      target="_blank"
      rel="noreferrer"
      className="w-fit rounded underline decoration-line underline-offset-4 hover:text-accent"
    >
      Local inbox
    </a>
  );
}
