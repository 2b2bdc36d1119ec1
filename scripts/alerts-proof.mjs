// `npm run proof:alerts`: checks the alert rules of deploy/prometheus, and that each of them fires.
import { spawnSync } from "node:child_process";
import path from "node:path";

const cwd = path.join(import.meta.dirname, "../deploy/prometheus");
for (const [task, file] of [
  ["check", "alerts.yml"],
  ["test", "alerts.test.yml"],
]) {
  const { error, status } = spawnSync("promtool", [task, "rules", file], { cwd, stdio: "inherit" });
  if (error !== undefined) {
    process.stderr.write(
      "promtool did not start. Install it with Prometheus; Debian’s package is `prometheus`.\n",
    );
    process.exit(1);
  }
  if (status !== 0) process.exit(status ?? 1);
}
