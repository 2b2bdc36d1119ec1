/** Says where an email is in local mode. */
export function LocalInboxNote() {
  return (
    <>
      Local mode keeps emails in the{" "}
      <a
        href="/inbox"
        target="_blank"
        rel="noreferrer"
        className="text-accent underline underline-offset-4"
      >
        inbox
      </a>
      .
    </>
  );
}
