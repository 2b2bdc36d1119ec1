import type { ShownEvent } from "@/lib/domain/record/audit/shown-event";

const unnamed: Record<string, string> = {
  apiKey: "A deleted API key",
  browser: "The user",
  operator: "A former operator",
  system: "Keystead",
  configurationFile: "A configuration file",
};

/** Returns the actor's name as the subject of a sentence. */
export function nameOfActor({
  actorKind,
  actorName,
}: Pick<ShownEvent, "actorKind" | "actorName">): string {
  const name = actorName ?? "";
  if (name === "") return unnamed[actorKind] ?? actorKind;
  return actorKind === "apiKey" ? `API key ${name}` : name;
}
