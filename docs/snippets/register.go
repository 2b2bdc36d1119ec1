package keystead

type registration struct {
	UserID      string `json:"userId"`
	Username    string `json:"username"`
	DisplayName string `json:"displayName"`
}

// AuthorizeRegistration allows one browser to create a passkey for your user. Send the token to
// the page.
func AuthorizeRegistration(userID, email, name string) (string, error) {
	var reply struct {
		RegistrationToken string `json:"registrationToken"`
	}
	err := Call("POST", "passkey/registration/authorize", registration{userID, email, name}, &reply)
	return reply.RegistrationToken, err
}
