package keystead

import "errors"

// BeginEmailChange sends a code to the new address. Require the passkey again (step-up) before you
// call this. Keep the result in the user's session.
func BeginEmailChange(userID, newEmail string) (PendingCode, error) {
	body := map[string]any{
		"purpose": "email-change", "email": newEmail, "userId": userID, "invalidateOthers": true,
	}
	var reply struct {
		Challenge PendingCode `json:"challenge"`
	}
	err := Call("POST", "challenges", body, &reply)
	return reply.Challenge, err
}

// FinishEmailChange checks the code, and gives the user the new address in Keystead. It returns the
// address, and a token to rename the device's passkeys.
func FinishEmailChange(
	userID string, pending PendingCode, code string,
) (email, updatePasskeysToken string, err error) {
	body := map[string]any{
		"challengeId": pending.ChallengeID, "secret": pending.Secret, "code": code,
		"setUserEmail": true,
	}
	var checked struct {
		Challenge struct {
			Email  string `json:"email"`
			UserID string `json:"userId"`
		} `json:"challenge"`
	}
	if err := Call("POST", "challenges/verify", body, &checked); err != nil {
		return "", "", err
	}
	if checked.Challenge.UserID != userID {
		return "", "", errors.New("another user requested this code")
	}
	renaming := map[string]any{"userId": userID, "username": checked.Challenge.Email}
	var renamed struct {
		UpdatePasskeysToken string `json:"updatePasskeysToken"`
	}
	err = Call("POST", "passkeys/update", renaming, &renamed)
	return checked.Challenge.Email, renamed.UpdatePasskeysToken, err
}
