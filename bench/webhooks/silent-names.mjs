// Preloaded into the fairness bench's server: sends every question to one name server, because a
// process can't replace the machine's in any other way.
import { Resolver } from "node:dns/promises";

const address = process.env.BENCH_NAME_SERVER;
/** A resolver with pending questions refuses other servers. */
const prepared = new WeakSet();
for (const method of ["resolve4", "resolve6"]) {
  const ask = Resolver.prototype[method];
  Resolver.prototype[method] = function (...question) {
    if (!prepared.has(this)) this.setServers([address]);
    prepared.add(this);
    return ask.apply(this, question);
  };
}
