"use client";

import { useState } from "react";
import { authorizePasskey, exchangePasskey, signOut } from "./actions";
import { type KeysteadOptions, loadKeystead } from "./library";

export function SignedIn({ email, keystead }: { email: string; keystead: KeysteadOptions }) {
  const [message, setMessage] = useState("");

  async function createPasskey() {
    const library = await loadKeystead(keystead);
    const result = await library.registerPasskey({ registrationToken: await authorizePasskey() });
    if (!result.success) return setMessage(result.message);
    setMessage(
      (await exchangePasskey(result.code)) ?? "Passkey created. Use it the next time you sign in.",
    );
  }

  return (
    <section>
      <p>
        Signed in as <strong>{email}</strong>
      </p>
      <button onClick={createPasskey}>Create a passkey</button>
      <button onClick={() => signOut()}>Sign out</button>
      <p role="status">{message}</p>
    </section>
  );
}
