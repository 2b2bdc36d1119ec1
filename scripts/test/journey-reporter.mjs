import { relative } from "node:path";
import { tell, textOf } from "./report-to-parent.mjs";

const nameOf = (test) => test.titlePath().slice(3).join(" › ");

/** Reports each journey of Playwright as it ends. A failed one that runs again hasn't ended. */
export default class JourneyReporter {
  onBegin(_config, suite) {
    tell({ type: "begin", total: suite.allTests().length });
  }

  onTestEnd(test, { status, retry, errors }) {
    const file = relative(process.cwd(), test.location.file);
    const outcome = test.outcome();
    const text = `${nameOf(test)}: ${errors.map(textOf).join("\n")}`;
    if (outcome === "unexpected" && status !== "interrupted" && retry < test.retries) {
      tell({ type: "retry", file, text });
      return;
    }
    tell({
      type: "end",
      file,
      passed: outcome === "expected" || outcome === "flaky" ? 1 : 0,
      skipped: outcome === "skipped" ? 1 : 0,
      failures: outcome === "unexpected" ? [text] : [],
      retried: outcome === "flaky" ? [nameOf(test)] : [],
    });
  }

  onError(error) {
    const file = "outside of a test";
    tell({ type: "end", file, passed: 0, skipped: 0, failures: [textOf(error)], retried: [] });
  }

  // Without it, Playwright adds a reporter that prints.
  printsToStdio() {
    return true;
  }
}
