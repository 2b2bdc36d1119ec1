package keystead

// BeginConfirmation returns a token that lets the page request this user's passkey.
func BeginConfirmation(userID, transferID string) (string, error) {
	body := map[string]string{
		"userId": userID, "userVerification": "required", "purpose": "transfer:" + transferID,
	}
	var reply struct {
		AuthenticationToken string `json:"authenticationToken"`
	}
	err := Call("POST", "passkey/authentication/authorize", body, &reply)
	return reply.AuthenticationToken, err
}

// IsConfirmed reports whether the code confirms this action by this user, with fingerprint, face
// or PIN.
func IsConfirmed(code, userID, transferID string) (bool, error) {
	principal, err := ExchangeCode(code)
	return err == nil &&
		principal.UserID == userID &&
		principal.Purpose == "transfer:"+transferID &&
		principal.Passkey.UserVerified, err
}
