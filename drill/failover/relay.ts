import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP link between two processes on loopback that the drill can cut. */
export interface Relay {
  port: number;
  /**
   * Forwards nothing from now on, in either direction. No connection is closed or refused, as when
   * packets are lost.
   */
  cut(): void;
  /** Forwards again, starting with the bytes that waited. */
  restore(): void;
  close(): void;
}

/** Starts a relay to a port on loopback. Nothing needs to listen there yet. */
export async function startRelay(targetPort: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isCut = false;
  // The other end doesn't see a close either while the link is cut.
  const closedMeanwhile: Socket[] = [];
  const destroy = (socket: Socket) => {
    if (isCut) closedMeanwhile.push(socket);
    else socket.destroy();
  };
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.setNoDelay(true);
    from.on("data", (chunk: Buffer) => {
      if (to.write(chunk) || isCut) return;
      from.pause();
      to.once("drain", () => {
        if (!isCut) from.resume();
      });
    });
    from.once("end", () => to.end());
    from.once("close", () => {
      sockets.delete(from);
      destroy(to);
    });
    from.on("error", () => undefined);
    if (isCut) from.pause();
  };
  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    const outgoing = connect({ port: targetPort, host: "127.0.0.1", allowHalfOpen: true });
    forward(incoming, outgoing);
    forward(outgoing, incoming);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    restore() {
      isCut = false;
      for (const socket of closedMeanwhile.splice(0)) socket.destroy();
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
