package keystead

import (
	"errors"
	"fmt"
)

// PendingCode belongs into the user's session. The secret must not reach the page.
type PendingCode struct {
	ChallengeID string `json:"challengeId"`
	Secret      string `json:"secret"`
}

// SendCode sends a code, or returns a message for the user. An earlier code stops working.
func SendCode(email string) (pending PendingCode, message string, err error) {
	body := map[string]any{
		"purpose": "login", "email": email, "locale": "en", "invalidateOthers": true,
	}
	var reply struct {
		Challenge PendingCode `json:"challenge"`
	}
	err = Call("POST", "challenges", body, &reply)
	var refusal *Error
	if !errors.As(err, &refusal) {
		return reply.Challenge, "", err
	}
	switch refusal.Tag {
	case "@error/BadRequest":
		return pending, "Check the email address.", nil
	case "@error/ChallengeRateLimited":
		minutes := (refusal.RetryAfterSeconds + 59) / 60
		return pending, fmt.Sprintf("Too many codes. Try again in %d min.", minutes), nil
	default:
		return pending, "", err
	}
}

// CheckCode returns the verified email, or a message for the user.
func CheckCode(pending PendingCode, code string) (email, message string, err error) {
	body := map[string]any{
		"challengeId": pending.ChallengeID, "secret": pending.Secret, "code": code,
	}
	var reply struct {
		Challenge struct {
			Email string `json:"email"`
		} `json:"challenge"`
	}
	err = Call("POST", "challenges/verify", body, &reply)
	var refusal *Error
	if !errors.As(err, &refusal) {
		return reply.Challenge.Email, "", err
	}
	switch refusal.Tag {
	case "@error/InvalidChallengeCode":
		left := refusal.AttemptsRemaining
		return "", fmt.Sprintf("This code is wrong. Attempts left: %d.", left), nil
	case "@error/InvalidChallenge", "@error/ChallengeExpired", "@error/ChallengeAttemptsExceeded":
		return "", "This code no longer works. Request a new one.", nil
	default:
		return "", "", err
	}
}
