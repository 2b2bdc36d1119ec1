const failureWords: Record<string, string> = {
  url: "the URL isn’t allowed",
  dns: "the name wasn’t found",
  address: "the URL leads to an address that isn’t allowed",
  refused: "connection refused",
  unreachable: "no route to the address",
  reset: "the receiver closed the connection",
  connection: "no connection",
  "certificate-name": "the certificate is for another host",
  "certificate-expired": "the certificate has expired",
  "certificate-authority": "the certificate’s issuer isn’t trusted",
  tls: "no secure connection (TLS)",
  response: "not an HTTP answer",
  secret: "the webhook’s secret can’t be decrypted, so rotate it",
  timeout: "no answer within 10 seconds",
};

/** Says within a sentence what ended an attempt: an HTTP status, or why there was no answer. */
export const wordsOfFailure = (failure: string): string =>
  /^\d+$/.test(failure) ? `answer ${failure}` : (failureWords[failure] ?? "no answer");

/** Says the same as a sentence of its own. */
export function titleOfFailure(failure: string): string {
  const words = wordsOfFailure(failure);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
