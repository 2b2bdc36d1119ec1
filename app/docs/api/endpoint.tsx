import { Fragment, type ReactNode } from "react";
import { CodeBlock } from "@/app/docs/code-block";
import { CopyCode } from "@/app/docs/copy-code";
import { Heading } from "@/app/docs/heading";
import { MethodBadge } from "@/app/docs/method-badge";
import { InlineCode, Sentence } from "@/app/docs/text";
import { cautionOf } from "./caution";
import { ErrorList } from "./error-list";
import { FieldsTable } from "./fields-table";
import { type Content, type Operation, resolve, type Schema } from "./reference";
import { RequestTabs } from "./request-tabs";
import { rowsOf, type SchemaRow } from "./schema-rows";
import { TryIt } from "./try-it";

/** Lets a path wrap after its slashes only. */
const wrapped = (path: string) =>
  path.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));

function Path({ method, path }: Operation) {
  return (
    <p className="flex items-center gap-3 rounded-lg border border-line bg-sunken py-1.5 pr-1.5 pl-3">
      <MethodBadge method={method} />
      <code className="min-w-0 grow font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
        {wrapped(path)}
      </code>
      <CopyCode text={path} label={`Copy the path of ${method} ${path}`} />
    </p>
  );
}

/**
 * One step of a call. The example stays beside the text and the fields while they scroll. While “Try
 * it” is open, its form and the fields are below text and example, as wide as both. On narrow pages,
 * the example is between text and fields.
 */
function Step({
  title,
  intro,
  example,
  tryIt,
  children,
}: {
  title?: string | undefined;
  intro?: ReactNode;
  example: ReactNode;
  tryIt?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={
        "group/step grid gap-x-10 gap-y-5 xl:grid-cols-2 xl:grid-rows-[auto_1fr] " +
        "xl:has-[[data-try-it][open]]:grid-rows-none"
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        {intro}
        {title !== undefined && <h3 className="font-semibold">{title}</h3>}
      </div>
      <div
        className={
          "flex min-w-0 flex-col gap-4 xl:sticky xl:top-17 xl:col-start-2 xl:row-span-2 " +
          "xl:row-start-1 xl:-m-1 xl:max-h-[calc(100dvh-5.5rem)] xl:self-start " +
          "xl:overflow-y-auto xl:p-1 xl:has-[[data-try-it][open]]:contents"
        }
      >
        <div className="min-w-0 xl:col-start-2 xl:row-start-1">{example}</div>
        {tryIt !== undefined && <div className="min-w-0 xl:col-span-2">{tryIt}</div>}
      </div>
      <div
        className={"flex min-w-0 flex-col gap-5 xl:group-has-[[data-try-it][open]]/step:col-span-2"}
      >
        {children}
      </div>
    </div>
  );
}

const parameterRows = ({ parameters }: Operation): SchemaRow[] =>
  parameters
    .filter(({ name }) => name !== "tenancyId")
    .flatMap(({ name, required, schema }) =>
      rowsOf({ properties: { [name]: schema }, required: required ? [name] : [] }),
    );

/** Separates the first sentence, which says the purpose. */
function paragraphsOf([first = "", ...others]: string[]): string[] {
  const [, purpose = first, rest = ""] = /^(.+?\.)\s+(.+)$/.exec(first) ?? [];
  return [purpose, ...(rest === "" ? [] : [rest]), ...others];
}

function Fields({
  title,
  content,
  isReply = false,
}: {
  title: string;
  content: Content;
  isReply?: boolean;
}) {
  const rows = rowsOf(content.schema);
  const description = resolve(content.schema).description;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-quiet">
        {title}, <InlineCode>{content.mediaType}</InlineCode>
        {description !== undefined && rows.length === 0 && (
          <>
            : <Sentence>{description}</Sentence>
          </>
        )}
      </p>
      {rows.length > 0 && <FieldsTable caption={title} rows={rows} isReply={isReply} />}
    </div>
  );
}

function placeholderOf({ example, type, enum: values }: Schema): string {
  if (typeof example === "string") return example;
  return type === "boolean" ? "true or false" : (values?.join(", ") ?? "");
}

const show = (example: unknown) =>
  typeof example === "string" ? example : JSON.stringify(example, null, 2);

/** Title, path and purpose. */
function Introduction({ operation }: { operation: Operation }) {
  const { id, summary, description } = operation;
  return (
    <>
      <Heading as="h2" id={id} label={summary}>
        {summary}
      </Heading>
      <Path {...operation} />
      {paragraphsOf(description).map((paragraph) => (
        <p key={paragraph} className="text-pretty">
          <Sentence>{paragraph}</Sentence>
        </p>
      ))}
    </>
  );
}

function RequestStep({ operation }: { operation: Operation }) {
  const { method, path, parameters, body } = operation;
  const rows = parameterRows(operation);
  return (
    <Step
      // Without parameters and body, nothing follows the heading.
      title={rows.length > 0 || body !== undefined ? "Request" : undefined}
      intro={<Introduction operation={operation} />}
      example={<RequestTabs operation={operation} />}
      tryIt={
        <TryIt
          method={method}
          path={path}
          caller={operation.caller}
          caution={cautionOf(operation)}
          parameters={parameters.map(({ name, in: place, required, schema }) => ({
            name,
            place,
            isRequired: required,
            example: placeholderOf(schema),
          }))}
          mediaType={body?.mediaType}
          body={body?.example === undefined ? undefined : show(body.example)}
        />
      }
    >
      {rows.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="text-sm text-quiet">Parameters</p>
          <FieldsTable caption={`Parameters of ${method} ${path}`} rows={rows} />
        </div>
      )}
      {body !== undefined && (
        <Fields title={body.isRequired ? "Body" : "Body (optional)"} content={body} />
      )}
    </Step>
  );
}

function ResponseStep({ operation: { reply, status } }: { operation: Operation }) {
  if (reply === undefined) return null;
  return (
    <Step
      title={`Response ${status}`}
      example={
        reply.example !== undefined && (
          <CodeBlock
            language={reply.mediaType === "application/json" ? "json" : "text"}
            title={`Response ${status}`}
            code={show(reply.example)}
          />
        )
      }
    >
      <Fields title="Body" content={reply} isReply />
    </Step>
  );
}

/** One endpoint: its path and purpose, then the request, the response and each error. */
export function Endpoint({ operation }: { operation: Operation }) {
  const { id, errors } = operation;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-8 border-t border-line pt-4 pb-8">
      <RequestStep operation={operation} />
      <ResponseStep operation={operation} />
      <div className="flex flex-col gap-3">
        <h3 className="font-semibold">Errors</h3>
        <ErrorList errors={errors} />
      </div>
    </section>
  );
}
