import { useState, useSyncExternalStore } from "react";

const key = "keystead-console-email";
const never = () => () => undefined;

// In this tab only, and not in the address, which servers and browsers keep.
function readEmail(): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    // A browser may refuse access to its storage.
    return "";
  }
}

function keepEmail(email: string): void {
  try {
    sessionStorage.setItem(key, email);
  } catch {
    // A browser may refuse to store anything.
  }
}

/** The email that the operator typed on either page of the sign-in, and a function that changes it. */
export function useTypedEmail(): [string, (email: string) => void] {
  const kept = useSyncExternalStore(never, readEmail, () => "");
  const [typed, setTyped] = useState<string>();
  return [
    typed ?? kept,
    (email) => {
      setTyped(email);
      keepEmail(email);
    },
  ];
}

/** For a finished sign-in. */
export function forgetTypedEmail(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // A browser may refuse access to its storage.
  }
}
