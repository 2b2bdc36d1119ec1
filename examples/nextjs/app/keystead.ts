const { KEYSTEAD_URL, KEYSTEAD_TENANCY_ID, KEYSTEAD_API_KEY } = process.env;

interface ErrorReply {
  _tag: string;
  message: string;
}

export class KeysteadError extends Error {
  readonly tag: string;

  constructor(reply: ErrorReply) {
    super(reply.message);
    this.tag = reply._tag;
  }
}

/** Calls the API as your backend. Throws a KeysteadError with the tag of the error. */
export async function keystead<T = object>(
  method: "GET" | "POST" | "PATCH",
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${KEYSTEAD_URL}/v2/${KEYSTEAD_TENANCY_ID}/${path}`, {
    method,
    cache: "no-store",
    headers: { Authorization: `Bearer ${KEYSTEAD_API_KEY}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply: unknown = await response.json();
  if (!response.ok) throw new KeysteadError(reply as ErrorReply);
  return reply as T;
}
