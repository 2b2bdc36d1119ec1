const { APP_PORT = "4000", CHROMIUM_PATH } = process.env;

export default {
  testMatch: "*.test.mjs",
  globalSetup: "./start.mjs",
  use: {
    baseURL: `http://localhost:${APP_PORT}`,
    // Without this variable, Playwright runs the browser that it has installed.
    launchOptions: { executablePath: CHROMIUM_PATH },
  },
};
