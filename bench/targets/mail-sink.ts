import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An email provider that accepts and drops every email. While it is shut, callers wait. */
export interface MailSink {
  url: string;
  open(): void;
  shut(): void;
  close(): void;
}

/** Returns the statuses of Resend's API. Starts shut. */
export async function startMailSink(): Promise<MailSink> {
  let isOpen = false;
  let waiting: ServerResponse[] = [];
  const accept = (response: ServerResponse) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end(`{"id":"mail"}`);
  const server = createServer((request, response) => {
    request.resume();
    if (isOpen) accept(response);
    else waiting.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open() {
      isOpen = true;
      for (const response of waiting) accept(response);
      waiting = [];
    },
    shut() {
      isOpen = false;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
