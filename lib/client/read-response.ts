import { bufferToBase64URLString } from "@simplewebauthn/browser";

/** A credential as a browser or a password manager returns it. Only the binary members are certain. */
interface Created {
  id?: string;
  rawId?: ArrayBuffer;
  authenticatorAttachment?: string | null;
  response: Partial<Record<string, ArrayBuffer | null>> & { getTransports?: () => unknown };
  getClientExtensionResults?: () => { credProps?: { rk?: unknown } } | null;
  toJSON?: () => unknown;
}

const binary = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"];

/**
 * Reads what the service can do without. Some password managers return an object whose members throw
 * "Illegal invocation". The device has the passkey by then, so that must not fail the ceremony.
 */
function readOptional<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

interface Json {
  id?: unknown;
  rawId?: unknown;
  type?: unknown;
  response?: Record<string, unknown>;
  clientExtensionResults?: unknown;
}

/** Whether the result of `toJSON()` is what the service reads (WebAuthn L3 §5.1). */
function isComplete({ id, rawId, type, response, clientExtensionResults = {} }: Json): boolean {
  const { clientDataJSON, attestationObject, signature, transports = [] } = response ?? {};
  return (
    [id, rawId, type, clientDataJSON, attestationObject ?? signature].every(isText) &&
    areTexts(transports) &&
    typeof clientExtensionResults === "object"
  );
}

function readNatively(created: Created): object | undefined {
  const json = readOptional(() => created.toJSON?.()) as Json | null | undefined;
  return json && readOptional(() => isComplete(json)) ? json : undefined;
}

function readMembers(created: Created): object {
  const { response } = created;
  const transports = readOptional(() => response.getTransports?.());
  const fields: Record<string, unknown> = areTexts(transports) ? { transports } : {};
  for (const name of [...binary, "userHandle"]) {
    const value = response[name];
    if (value) fields[name] = bufferToBase64URLString(value);
  }
  const rawId = readOptional(() => bufferToBase64URLString(created.rawId as ArrayBuffer));
  const id = readOptional(() => created.id) || rawId;
  const attachment = readOptional(() => created.authenticatorAttachment);
  const rk = readOptional(() => created.getClientExtensionResults?.()?.credProps?.rk);
  return {
    ...{ id, rawId: rawId || id, type: "public-key", response: fields },
    ...(isText(attachment) ? { authenticatorAttachment: attachment } : {}),
    clientExtensionResults: typeof rk === "boolean" ? { credProps: { rk } } : {},
  };
}

/**
 * Converts the browser's response to JSON (WebAuthn L3 §5.1).
 * @param isNative whether the browser's own JSON methods work
 */
export function readResponse(credential: unknown, isNative: boolean): object {
  if (!credential) throw new Error("The browser returned no passkey.");
  const created = credential as Created;
  return (isNative ? readNatively(created) : undefined) ?? readMembers(created);
}
