"use client";

import { CircleAlert, FlaskConical } from "lucide-react";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import type { Caution } from "./caution";
import { CredentialFields } from "./credential-fields";
import { readCredentials } from "./credentials";
import { addressOf, sendRequest, type TriedCall, type TriedReply } from "./send-request";
import { TriedResponse } from "./tried-response";

interface Props {
  method: string;
  path: string;
  caller: TriedCall["caller"];
  caution?: Caution | undefined;
  parameters: {
    name: string;
    place: "path" | "query" | "header";
    isRequired: boolean;
    example: string;
  }[];
  mediaType?: string | undefined;
  body?: string | undefined;
}

type Outcome = { type: "reply"; reply: TriedReply } | { type: "failure" };

function isWellFormed(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** A form that calls the endpoint on this installation. */
export function TryIt({
  method,
  path,
  caller,
  caution,
  parameters,
  mediaType,
  body: example,
}: Props) {
  const id = useId();
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(example);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const hasTenancy = path.includes("{tenancyId}");
  const ownParameters = parameters.filter(({ name }) => name !== "tenancyId");
  const call: TriedCall = {
    method,
    path,
    caller,
    mediaType,
    body,
    parameters: ownParameters.map(({ name, place }) => ({
      name,
      place,
      value: (values[name] ?? "").trim(),
    })),
  };

  function findErrors(): Record<string, string> {
    const { tenancyId, apiKey } = readCredentials();
    return {
      ...(hasTenancy && tenancyId.trim() === ""
        ? { tenancyId: "Enter a tenancy id. `keystead tenancy list` shows it." }
        : {}),
      ...(caller === "backend" && apiKey.trim() === ""
        ? { apiKey: "This endpoint needs an API key of the tenancy." }
        : {}),
      ...Object.fromEntries(
        ownParameters
          .filter(({ name, isRequired }) => isRequired && (values[name] ?? "").trim() === "")
          .map(({ name }) => [name, `Fill in ${name}.`]),
      ),
      ...(mediaType === "application/json" &&
      body !== undefined &&
      body.trim() !== "" &&
      !isWellFormed(body)
        ? { body: "This isn’t valid JSON." }
        : {}),
    };
  }

  async function send() {
    setAsked(false);
    setPending(true);
    setOutcome(undefined);
    try {
      setOutcome({ type: "reply", reply: await sendRequest(call, readCredentials()) });
    } catch {
      setOutcome({ type: "failure" });
    }
    setPending(false);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findErrors();
    setErrors(found);
    setOutcome(undefined);
    const [first] = Object.keys(found);
    if (first !== undefined)
      return void document
        .getElementById(`${id}-form`)
        ?.querySelector<HTMLElement>(`[data-field="${first}"]`)
        ?.focus();
    if (caution?.isDestructive === true) setAsked(true);
    else void send();
  }

  return (
    <details data-try-it className="noscript:hidden rounded-lg border border-line bg-surface">
      <summary
        className={
          "flex min-h-11 cursor-pointer list-none items-center gap-2.5 rounded-lg px-3.5 text-sm " +
          "font-medium [&::-webkit-details-marker]:hidden"
        }
      >
        <FlaskConical aria-hidden className="size-4 text-accent" />
        Try it
        <span className="ml-auto text-xs font-normal text-quiet">on this installation</span>
      </summary>
      <form
        id={`${id}-form`}
        noValidate
        autoComplete="off"
        onSubmit={submit}
        className="flex flex-col gap-4 border-t border-line p-3.5"
      >
        <div className="grid items-start gap-4 xl:grid-cols-2 empty:hidden">
          <CredentialFields hasTenancy={hasTenancy} caller={caller} errors={errors} />
          {ownParameters.map(({ name, isRequired, example: shown }) => (
            <TextField
              key={name}
              data-field={name}
              label={isRequired ? name : `${name} (optional)`}
              placeholder={shown}
              value={values[name] ?? ""}
              error={errors[name]}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          ))}
        </div>
        {body !== undefined && (
          <div className="flex flex-col gap-1.5">
            <label htmlFor={`${id}-body`} className="text-sm font-medium">
              Body
            </label>
            <textarea
              id={`${id}-body`}
              data-field="body"
              value={body}
              rows={Math.min(14, body.split("\n").length + 1)}
              spellCheck={false}
              aria-invalid={errors["body"] !== undefined}
              aria-describedby={errors["body"] === undefined ? undefined : `${id}-body-error`}
              onChange={(event) => setBody(event.target.value)}
              className={
                "field-sizing-content max-h-[66dvh] w-full rounded-lg border border-control bg-sunken p-3 " +
                "font-mono text-base text-ink aria-invalid:border-danger sm:text-[0.8125rem]"
              }
            />
            {errors["body"] !== undefined && (
              <p id={`${id}-body-error`} className="text-sm text-danger">
                {errors["body"]}
              </p>
            )}
          </div>
        )}
        {caution !== undefined && (
          <p
            className={`flex gap-2.5 text-sm text-pretty ${caution.isDestructive ? "text-danger" : ""}`}
          >
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {caution.text}
          </p>
        )}
        <Button
          type="submit"
          tone={caution?.isDestructive === true ? "danger" : "primary"}
          pending={pending}
          className="xl:self-start"
        >
          Send {method}
        </Button>
        {outcome?.type === "failure" && (
          <Notice tone="error" title="No response">
            Keystead could not be reached. Check that it runs, and send again.
          </Notice>
        )}
        {outcome?.type === "reply" && <TriedResponse reply={outcome.reply} />}
      </form>
      {asked && caution !== undefined && (
        <Dialog title={`Send ${method} to this installation?`} onClose={() => setAsked(false)}>
          <p className="text-pretty">{caution.text}</p>
          <p className="rounded-lg bg-sunken p-3 font-mono text-xs [overflow-wrap:anywhere]">
            {method} {addressOf(call, readCredentials().tenancyId)}
            {body !== undefined && <span className="mt-2 block whitespace-pre-wrap">{body}</span>}
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button tone="secondary" onClick={() => setAsked(false)}>
              Cancel
            </Button>
            <Button tone="danger" onClick={() => void send()}>
              Send {method}
            </Button>
          </div>
        </Dialog>
      )}
    </details>
  );
}
