const parentCheckMs = 200;

/**
 * Sends SIGTERM to this process when its parent shell exits. npm and npx send SIGTERM only to the
 * shell, which does not forward it.
 */
export function stopWithNpm(): void {
  const shell = process.ppid;
  const timer = setInterval(() => {
    // The shell may have exited before, while npm start built Keystead: init is then the parent.
    if (process.ppid === shell && shell !== 1) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, parentCheckMs);
  timer.unref();
}
