"use client";

import { useSyncExternalStore } from "react";
import { TextField } from "@/components/ui/text-field";
import {
  changeCredentials,
  readCredentials,
  readNoCredentials,
  subscribeToCredentials,
} from "./credentials";

interface Props {
  hasTenancy: boolean;
  caller: "backend" | "browser" | "anybody";
  errors: Record<string, string>;
}

/**
 * Credentials shared by all calls of the page. The fields have no names and are not password
 * fields, so that browsers do not store them.
 */
export function CredentialFields({ hasTenancy, caller, errors }: Props) {
  const { tenancyId, apiKey, clientId } = useSyncExternalStore(
    subscribeToCredentials,
    readCredentials,
    readNoCredentials,
  );
  const common = {
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    "data-1p-ignore": true,
    "data-lpignore": "true",
  };
  return (
    <>
      {hasTenancy && (
        <TextField
          {...common}
          data-field="tenancyId"
          label="Tenancy id"
          value={tenancyId}
          error={errors["tenancyId"]}
          onChange={(event) => changeCredentials({ tenancyId: event.target.value })}
        />
      )}
      {caller === "backend" && (
        <div className="[&_input]:[-webkit-text-security:disc]">
          <TextField
            {...common}
            data-field="apiKey"
            label="API key"
            value={apiKey}
            error={errors["apiKey"]}
            hint={
              "Stays in this page's memory, goes to this installation alone, and is gone when " +
              "you close or reload the page."
            }
            onChange={(event) => changeCredentials({ apiKey: event.target.value })}
          />
        </div>
      )}
      {caller === "browser" && (
        <TextField
          {...common}
          data-field="clientId"
          label="Client id (optional)"
          value={clientId}
          hint={
            "This page's own origin has to be among the tenancy's allowed origins; otherwise " +
            "the answer is Forbidden."
          }
          onChange={(event) => changeCredentials({ clientId: event.target.value })}
        />
      )}
    </>
  );
}
