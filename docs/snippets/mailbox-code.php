<?php

require_once __DIR__ . '/keystead.php';

/**
 * Sends a code, or returns a message for the user. An earlier code stops working. Store challengeId
 * and secret in the user's session. The secret must not reach the page.
 */
function sendCode(string $email): array
{
    $body = ['purpose' => 'login', 'email' => $email, 'locale' => 'en', 'invalidateOthers' => true];
    try {
        ['challenge' => $challenge] = keystead('POST', 'challenges', $body);
    } catch (KeysteadError $error) {
        if ($error->tag === '@error/BadRequest') {
            return ['message' => 'Check the email address.'];
        }
        if ($error->tag === '@error/ChallengeRateLimited') {
            $minutes = ceil($error->details['retryAfterSeconds'] / 60);
            return ['message' => "Too many codes. Try again in $minutes min."];
        }
        throw $error;
    }
    return ['challengeId' => $challenge['challengeId'], 'secret' => $challenge['secret']];
}

/** Returns the verified email, or a message for the user. */
function checkCode(array $pending, string $code): array
{
    try {
        $reply = keystead('POST', 'challenges/verify', [...$pending, 'code' => $code]);
    } catch (KeysteadError $error) {
        $message = match ($error->tag) {
            '@error/InvalidChallengeCode' =>
                "This code is wrong. Attempts left: {$error->details['attemptsRemaining']}.",
            '@error/InvalidChallenge',
            '@error/ChallengeExpired',
            '@error/ChallengeAttemptsExceeded' => 'This code no longer works. Request a new one.',
            default => throw $error,
        };
        return ['message' => $message];
    }
    return ['email' => $reply['challenge']['email']];
}
