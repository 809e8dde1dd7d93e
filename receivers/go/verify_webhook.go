// Package webhook verifies that a delivery was signed with the endpoint's secret, recently, and arrived unchanged.
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const maxTolerance = 600 * time.Second

var (
	digits    = regexp.MustCompile(`^[0-9]{1,12}$`)
	signature = regexp.MustCompile(`^v1=([0-9a-f]{64})$`)
)

// Verify reports whether header, the value of X-Service-Signature, fits the raw body and the endpoint's secret
// (whsec_ included). Answer 401 when it doesn't. The tolerance is 5 minutes by default and 10 at most.
func Verify(rawBody []byte, header, secret string, tolerance time.Duration, now time.Time) (bool, error) {
	if tolerance < 0 || tolerance > maxTolerance {
		return false, errors.New("tolerance must be between 0 and 600 seconds")
	}
	var times []string
	var signatures [][]byte
	for _, part := range strings.Split(header, ",") {
		part = strings.TrimSpace(part)
		if strings.HasPrefix(part, "t=") {
			times = append(times, part[2:])
		}
		if match := signature.FindStringSubmatch(part); match != nil {
			bytes, _ := hex.DecodeString(match[1])
			signatures = append(signatures, bytes)
		}
	}
	if len(times) != 1 || !digits.MatchString(times[0]) {
		return false, nil
	}
	seconds, err := strconv.ParseInt(times[0], 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return false, nil
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(times[0] + "."))
	mac.Write(rawBody)
	expected := mac.Sum(nil)
	valid := false
	for _, candidate := range signatures {
		valid = hmac.Equal(candidate, expected) || valid
	}
	return valid, nil
}
