import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface SpanContext {
  traceId: string;
  spanId: string;
}

/** A span as a collector sees it. */
export interface ReceivedSpan extends SpanContext {
  name: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  parentSpanId?: string;
  attributes: Record<string, string | number | undefined>;
  links: SpanContext[];
  /** 2: failed. */
  status: number;
  resource: Record<string, string | number | undefined>;
}

/** A collector on loopback: `POST /v1/traces` with OTLP in JSON. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Bodies as they were sent. */
  readonly bodies: string[];
  readonly headers: IncomingHttpHeaders[];
  /** Status of the following responses. */
  status: number;
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number };
}

interface Body {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (SpanContext & {
        name: string;
        kind: number;
        parentSpanId?: string;
        attributes: Attribute[];
        links?: SpanContext[];
        status: { code: number };
      })[];
    }[];
  }[];
}

const toRecord = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  );

const toSpans = ({ resourceSpans }: Body): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, links = [], status, ...span }) => ({
        ...span,
        attributes: toRecord(attributes),
        links,
        status: status.code,
        resource: toRecord(resource.attributes),
      })),
    ),
  );

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received: Pick<OtlpReceiver, "spans" | "bodies" | "headers"> = {
    spans: [],
    bodies: [],
    headers: [],
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.bodies.push(body);
      received.headers.push(request.headers);
      const isExport = request.method === "POST" && request.url === "/v1/traces";
      if (isExport && receiver.status === 200)
        received.spans.push(...toSpans(JSON.parse(body) as Body));
      response.writeHead(isExport ? receiver.status : 404).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: OtlpReceiver = {
    ...received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    status: 200,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return receiver;
}
