"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { SelectField } from "@/components/ui/select-field";
import {
  createSampleRequest,
  type SamplePage,
  samplePages,
  type SampleRequest,
} from "./sample-request";

const pageNames: Record<SamplePage, string> = {
  "sign-in": "Sign in",
  code: "Sign in with an emailed code",
  register: "Register",
};

interface Props {
  tenancyId: string;
  baseUrl: string;
  redirectUris: string[];
}

/** The request that exchanges the code of a sample link. */
const exchangeCommand = (baseUrl: string, tenancyId: string, codeVerifier: string) =>
  [
    `curl "${baseUrl}/v2/${tenancyId}/principal/$CODE" \\`,
    '  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"code_verifier":"${codeVerifier}"}'`,
  ].join("\n");

function Sample({
  request,
  redirectUri,
  ...props
}: Omit<Props, "redirectUris"> & { request: SampleRequest; redirectUri: string }) {
  const { url, state, codeVerifier } = request;
  return (
    <div className="flex min-w-0 flex-col gap-5 rounded-xl border border-line p-4">
      <DetailsList
        rows={[
          ["Returns to", redirectUri],
          ["state", <CopyText key="state" text={state} label="state" />],
          ["code_verifier", <CopyText key="verifier" text={codeVerifier} label="code_verifier" />],
        ]}
      />
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink href={url} target="_blank" rel="noreferrer" prefetch={false}>
          Open page
          <ExternalLink aria-hidden className="size-4" />
        </ButtonLink>
        <CopyText text={url} label="sample link" />
      </div>
      <CodeBlock
        label="Exchange the code that returns"
        text={exchangeCommand(props.baseUrl, props.tenancyId, codeVerifier)}
      />
      <p className="text-sm text-pretty text-quiet">
        The code and the state are in the URL that your browser returns to. Your application ignores
        this state, because it didn’t start the sign-in. The verifier stays on this page only.
      </p>
    </div>
  );
}

/** Creates a link that opens a hosted page as an application would, with its PKCE pair. */
export function SampleLink({ tenancyId, baseUrl, redirectUris }: Props) {
  const [page, setPage] = useState<SamplePage>("sign-in");
  const [chosen, setChosen] = useState(redirectUris[0] ?? "");
  const [sample, setSample] = useState<{ request: SampleRequest; redirectUri: string }>();
  // A saved change can remove the chosen one.
  const redirectUri = redirectUris.includes(chosen) ? chosen : redirectUris[0];

  async function create() {
    if (redirectUri === undefined) return;
    const pages = `${baseUrl}/auth/${tenancyId}`;
    setSample({ request: await createSampleRequest({ pages, page, redirectUri }), redirectUri });
  }

  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h3 id="preview" className="font-medium">
          Preview
        </h3>
        <p className="text-sm text-pretty text-quiet">
          {redirectUri === undefined
            ? "Add a redirect URI below to preview the pages: they return to it."
            : "Open a page as your application would, and exchange the code that returns."}
        </p>
      </div>
      {redirectUri !== undefined && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label="Page"
              value={page}
              onChange={({ target }) => setPage(target.value as SamplePage)}
              choices={samplePages.map((value) => ({ value, label: pageNames[value] }))}
            />
            <SelectField
              label="Redirect URI"
              value={redirectUri}
              onChange={({ target }) => setChosen(target.value)}
              choices={redirectUris.map((value) => ({ value, label: value }))}
            />
          </div>
          <Button tone="secondary" onClick={() => void create()} className="self-start">
            {sample === undefined ? "Create sample link" : "Create another link"}
          </Button>
          {sample !== undefined && (
            <Sample
              key={sample.request.state}
              {...sample}
              tenancyId={tenancyId}
              baseUrl={baseUrl}
            />
          )}
        </>
      )}
    </section>
  );
}
