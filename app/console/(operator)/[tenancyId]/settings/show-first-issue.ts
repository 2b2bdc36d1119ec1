/** Focuses the first field with an issue and scrolls to it, also if it has the focus already. */
export function showFirstIssue(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}
