import { KeyRound } from "lucide-react";
import Image from "next/image";

interface Props {
  /** Undefined if the authenticator does not identify itself. */
  platform: { name: string; icon: string } | undefined;
}

/** The icon of the passkey's provider. Its name is shown beside it. */
export function ProviderIcon({ platform }: Props) {
  if (platform !== undefined)
    return (
      <Image
        unoptimized
        src={new URL(platform.icon).pathname}
        alt=""
        width={32}
        height={32}
        className="size-8 shrink-0 rounded-lg"
      />
    );
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-sunken text-quiet">
      <KeyRound aria-hidden className="size-4" />
    </span>
  );
}
