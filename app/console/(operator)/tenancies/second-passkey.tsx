import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** Suggests a second passkey to a new owner, who otherwise depends on one device. */
export function SecondPasskey() {
  return (
    <Notice tone="info" title="Add a second passkey">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-prose">
          You have one passkey. If you lose it, an emailed code only lets you view pages and
          restrict access. Add another on a second device or a security key.
        </p>
        <ButtonLink tone="secondary" href="/console/account/passkeys/new">
          Add a passkey
        </ButtonLink>
      </div>
    </Notice>
  );
}
