import { findAction } from "./audit-actions";

/** Returns the words of an action; an action of a newer version is returned as it is. */
export const wordsOf = (action: string): string => findAction(action)?.did ?? action;

const titleOf = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** Returns the words of an action as a title, such as "Disabled a passkey". */
export const titleOfAction = (action: string): string => titleOf(wordsOf(action));

interface Detailed {
  action: string;
  detail: string | null;
}

/** Whether the detail only says which way an action switched something. */
export const isSwitch = ({ action, detail }: Detailed): boolean =>
  findAction(action)?.switches !== undefined && (detail === "on" || detail === "off");

/** Returns the words of an event as a title, such as "Switched the hosted pages off". */
export const titleOfEvent = (event: Detailed): string =>
  titleOf(
    isSwitch(event)
      ? `${findAction(event.action)?.switches} ${event.detail}`
      : wordsOf(event.action),
  );

/** What an id in a detail refers to. */
export interface DetailReference {
  kind: "api-key" | "user";
  id: string;
  /** Precedes its name. */
  label: string;
}

/** Returns what the detail's id refers to; undefined if the detail is no such id. */
export function referenceIn({ action, detail }: Detailed): DetailReference | undefined {
  const reference = findAction(action)?.refersTo;
  return reference === undefined || detail === null ? undefined : { ...reference, id: detail };
}
