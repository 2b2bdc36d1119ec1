const { KEYSTEAD_URL, KEYSTEAD_TENANCY_ID, KEYSTEAD_API_KEY } = process.env;

export class KeysteadError extends Error {
  constructor({ _tag, message }) {
    super(message);
    this.tag = _tag;
  }
}

/** Calls the API as your backend. Throws a KeysteadError with the tag of the error. */
export async function keystead(method, path, body) {
  const response = await fetch(`${KEYSTEAD_URL}/v2/${KEYSTEAD_TENANCY_ID}/${path}`, {
    method,
    headers: { Authorization: `Bearer ${KEYSTEAD_API_KEY}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply = await response.json();
  if (!response.ok) throw new KeysteadError(reply);
  return reply;
}
