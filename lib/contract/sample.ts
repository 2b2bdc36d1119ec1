/**
 * Values shared by all contract examples, so that they describe one user and one passkey.
 */
export const sample = {
  id: "01jd3s0m6kz8f4w2v9b7c5x1ta",
  passkeyId: "01jd3s1q8v5n3y7r2h6k9m4wze",
  challengeId: "01jd3s2b7d1f8g5j3p0t6x9acq",
  token: "mEoJ8r0Xr4bqkq2f0f0l8M1cQnq9B3vYy7uU0t3qv2k",
  secret: "q1Zr7tXy3Ue9kLw5Vb0nHc2Jd8Gs4Pf6Ma1Ri7Oo3Tk",
  credentialId: "kX3vT9bQ2mZp7Lr4sW8yNw",
  userHandle: "Yy7uU0t3qv2kmEoJ8r0Xr4bqkq2f0f0l8M1cQnq9B3s",
  publicKey:
    "pQECAyYgASFYIGQ2m3sF5hT8kWv0yR7zX1cB4nJ6pL9dS2aG5fH8jK3wIlgg7Qe2rT5yU8iO1pA4sD7fG0hJ3kL6zX9cV2bN5mQ8wE0",
  email: "ada@example.com",
  userId: "user-42",
  rpId: "example.com",
  createdAt: 1_795_000_000_000,
  /** Ten minutes after `createdAt`. */
  expiresAt: 1_795_000_600_000,
  idToken: "eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJ1c2VyLTQyIn0.c2lnbmF0dXJl",
  clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
} as const;
