const { KEYSTEAD_URL, KEYSTEAD_TENANCY_ID, KEYSTEAD_API_KEY } = process.env;

export class KeysteadError extends Error {
  readonly tag: string;
  readonly details: Record<string, unknown>;

  constructor(reply: { _tag: string; message: string }) {
    super(reply.message);
    this.tag = reply._tag;
    this.details = { ...reply };
  }
}

/** Calls the API as your backend. Throws a KeysteadError with the tag and its fields. */
export async function keystead<T>(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${KEYSTEAD_URL}/v2/${KEYSTEAD_TENANCY_ID}/${path}`, {
    method,
    headers: { Authorization: `Bearer ${KEYSTEAD_API_KEY}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply = (await response.json()) as { _tag: string; message: string };
  if (response.ok) return reply as T;
  throw new KeysteadError(reply);
}
