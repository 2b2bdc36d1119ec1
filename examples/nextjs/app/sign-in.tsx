"use client";

import { type FormEvent, useState } from "react";
import { exchangePasskey, sendCode, verifyCode } from "./actions";
import { type KeysteadOptions, loadKeystead } from "./library";

const textOf = (form: HTMLFormElement, name: string) => new FormData(form).get(name) as string;

export function SignIn({ keystead }: { keystead: KeysteadOptions }) {
  const [message, setMessage] = useState("");
  const [isCodeSent, setCodeSent] = useState(false);

  async function requestCode(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const refused = await sendCode(textOf(event.currentTarget, "email"));
    setCodeSent(refused === undefined);
    setMessage(refused ?? "We sent you a code.");
  }
  async function checkCode(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setMessage((await verifyCode(textOf(event.currentTarget, "code"))) ?? "");
  }
  async function signInWithPasskey() {
    const result = await (await loadKeystead(keystead)).authenticatePasskey();
    setMessage(result.success ? ((await exchangePasskey(result.code)) ?? "") : result.message);
  }

  return (
    <section>
      <form onSubmit={requestCode}>
        <label>
          Email <input name="email" type="email" autoComplete="username" required />
        </label>
        <button>Email me a code</button>
      </form>
      {isCodeSent && (
        <form onSubmit={checkCode}>
          <label>
            Code from the email{" "}
            <input name="code" autoComplete="one-time-code" inputMode="numeric" required />
          </label>
          <button>Sign in</button>
        </form>
      )}
      <button onClick={signInWithPasskey}>Sign in with a passkey</button>
      <p role="status">{message}</p>
    </section>
  );
}
