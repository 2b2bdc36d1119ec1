"use client";

import { useEffect, useSyncExternalStore } from "react";
import {
  type ReaderTenancy,
  readNoReader,
  readReader,
  subscribeToReader,
} from "@/app/docs/reader-tenancy";
import { TextLink } from "@/app/docs/text";
import { TextField } from "@/components/ui/text-field";
import {
  changeCredentials,
  fillCredentials,
  readCredentials,
  readNoCredentials,
  subscribeToCredentials,
} from "./credentials";

interface Props {
  hasTenancy: boolean;
  caller: "backend" | "browser" | "anybody";
  errors: Record<string, string>;
}

const whoseTenancy = ({ name, apiKey }: ReaderTenancy): string =>
  apiKey === undefined
    ? `The tenancy “${name}” of your console session`
    : "The demo tenancy of local mode";

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
  const { chosen } = useSyncExternalStore(subscribeToReader, readReader, readNoReader);
  useEffect(() => {
    if (chosen !== undefined) fillCredentials(chosen);
  }, [chosen]);
  const isDemoKey = apiKey !== "" && apiKey === chosen?.apiKey;
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
          hint={
            chosen === undefined ? (
              <>
                <TextLink href="/console/sign-in">Sign in to the console</TextLink>, and this page
                fills it in.
              </>
            ) : (
              whoseTenancy(chosen)
            )
          }
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
              <>
                {isDemoKey ? (
                  "The key of Keystead’s local demo, from its demo.env."
                ) : (
                  <>
                    Kept in this page’s memory only, and sent to this installation only. Closing or
                    reloading the page deletes it.
                  </>
                )}
                {chosen !== undefined && !isDemoKey && (
                  <>
                    {" "}
                    <TextLink href={`/console/${chosen.tenancyId}/api-keys/new`}>
                      Create a key
                    </TextLink>
                  </>
                )}
              </>
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
            "This page’s origin must be one of the tenancy’s allowed origins. Otherwise the call " +
            "returns Forbidden."
          }
          onChange={(event) => changeCredentials({ clientId: event.target.value })}
        />
      )}
    </>
  );
}
