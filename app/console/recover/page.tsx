import type { Metadata } from "next";
import { RecoverForm } from "./recover-form";

export const metadata: Metadata = { title: "A new passkey · Keystead", robots: { index: false }, referrer: "no-referrer" };

export default function RecoverPage() {
  return (
    <main className="mx-auto flex w-full max-w-md flex-col gap-8 px-5 py-16 sm:py-24">
      <p className="text-sm font-medium text-accent">Keystead</p>
      <section className="flex flex-col gap-6 rounded-2xl border border-line bg-surface p-6 shadow-sm sm:p-8">
        <header className="flex flex-col gap-2">
          <h1 className="text-2xl font-semibold tracking-tight text-balance">Make a new passkey</h1>
          <p className="text-pretty text-quiet">This link was made on the server’s own command line. It lets one owner make one passkey, on this device.</p>
        </header>
        <RecoverForm />
      </section>
    </main>
  );
}
