/** Where Keystead is, and the tenancy of this application. */
export interface KeysteadOptions {
  url: string;
  tenancyId: string;
  clientId: string;
}

type Result = { success: true; code: string } | { success: false; message: string };

/** What this application calls. Keystead's /client/v2.d.ts has all types. */
interface Library {
  authenticatePasskey(): Promise<Result>;
  registerPasskey(options: { registrationToken: string }): Promise<Result>;
}

/** Loads the browser library from Keystead. The comments tell the bundlers to leave it alone. */
export async function loadKeystead({
  url: keysteadUrl,
  ...options
}: KeysteadOptions): Promise<Library> {
  const { Keystead } = (await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ `${keysteadUrl}/client/v2.js`
  )) as { Keystead: new (given: typeof options) => Library };
  return new Keystead(options);
}
