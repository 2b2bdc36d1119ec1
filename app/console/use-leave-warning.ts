"use client";

import { useEffect } from "react";

const unsaved = "You have unsaved changes. Leave without saving?";

const isOtherPage = ({ origin, pathname, search }: URL | HTMLAnchorElement) =>
  origin + pathname + search !==
  window.location.origin + window.location.pathname + window.location.search;

/** Whether a click navigates this tab to another page. */
function leavesPage(event: MouseEvent): boolean {
  const isPlain =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!isPlain || link === null || link.target === "_blank" || link.hasAttribute("download"))
    return false;
  return isOtherPage(link);
}

// The page's forms share one warning, so that the operator is asked once: the newest question.
const questions: string[] = [];
let listening: AbortController | undefined;

function listen(): void {
  listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  window.addEventListener("beforeunload", (event) => event.preventDefault(), options);
  // The router navigates without unloading the page, so watch clicks as well.
  document.addEventListener(
    "click",
    (event) => {
      if (!leavesPage(event)) return;
      if (window.confirm(questions.at(-1))) return listening?.abort();
      event.preventDefault();
      event.stopPropagation();
    },
    options,
  );
}

/** Asks as a click on a link does, before a script opens a page. Returns whether to open it. */
export function mayLeaveTo(href: string): boolean {
  if (questions.length === 0 || !isOtherPage(new URL(href, window.location.href))) return true;
  if (!window.confirm(questions.at(-1))) return false;
  listening?.abort();
  return true;
}

/**
 * Asks for confirmation before a navigation, a reload or closing the page.
 * @param isLoss whether leaving loses something now, by default unsaved changes
 */
export function useLeaveWarning(isLoss: boolean, question = unsaved): void {
  useEffect(() => {
    if (!isLoss) return;
    questions.push(question);
    if (questions.length === 1) listen();
    return () => {
      questions.splice(questions.indexOf(question), 1);
      if (questions.length === 0) listening?.abort();
    };
  }, [isLoss, question]);
}
