/**
 * Watches for requests that the page's Content-Security-Policy blocks: `fetch` reports them as
 * network errors without a reason. Policies that only report block nothing.
 * @param endpoint the origin of the requests
 */
export function watchPolicy(endpoint: string) {
  const page = globalThis.document as Document | undefined;
  let directive: string | undefined;
  const listen = (event: SecurityPolicyViolationEvent) => {
    const { blockedURI, disposition, effectiveDirective } = event;
    if (disposition === "enforce" && blockedURI.startsWith(endpoint))
      directive = effectiveDirective;
  };
  page?.addEventListener("securitypolicyviolation", listen);
  return {
    /** Returns the directive that blocked a failed request, such as `connect-src`, if one did. */
    async findDirective(): Promise<string | undefined> {
      // The browser queues the event, so it can follow the error.
      await new Promise((resolve) => setTimeout(resolve));
      return directive;
    },
    stop: () => page?.removeEventListener("securitypolicyviolation", listen),
  };
}
