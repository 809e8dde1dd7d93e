// The journey of a shipper's team in Go, with the client as it was generated: it runs as a package of the client's module,
// beside the verifier of receivers/go. Takes the service from LADING_URL and LADING_KEY.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	lading "github.com/GIT_USER_ID/GIT_REPO_ID"
	"github.com/GIT_USER_ID/GIT_REPO_ID/webhook"
)

var (
	client *lading.APIClient
	ctx    context.Context
)

func main() {
	configuration := lading.NewConfiguration()
	configuration.Servers = lading.ServerConfigurations{{URL: os.Getenv("LADING_URL")}}
	client = lading.NewAPIClient(configuration)
	ctx = context.WithValue(context.Background(), lading.ContextAccessToken, os.Getenv("LADING_KEY"))

	quoteID := quote()
	freight := draft(quoteID)
	check(!freight.ProNumber.IsSet() || freight.ProNumber.Get() == nil, "a draft has no PRO number")

	booked, _, err := client.FreightAPI.BookFreight(ctx, freight.Id).Execute()
	must(err)
	pro := booked.ProNumber.Get()
	check(pro != nil, "booked without a PRO number")

	tracking, _, err := client.FreightAPI.GetFreightTracking(ctx, freight.Id).Execute()
	must(err)
	check(*tracking.TrackingNumber.Get() == *pro, "the tracking has another number")

	draft(quoteID)
	draft(quoteID)
	pages, shipments := everyPage()
	check(shipments >= 3 && pages >= 2, "the pages hold every shipment")

	saveBol(freight.Id)
	receive(freight.Id)
	decodeEvents()
	readLaterAnswer(freight.Id)
	refused(404, "resource_missing", func() error {
		_, _, err := client.FreightAPI.GetFreight(ctx, 999_999_999).Execute()
		return err
	})
	refused(422, "freight_not_draft", func() error {
		change := lading.NewUpdateFreight()
		change.SetSpecialInstructions("Gate code 456")
		_, _, err := client.FreightAPI.UpdateFreight(ctx, freight.Id).UpdateFreight(*change).Execute()
		return err
	})
	fmt.Printf("journey done: PRO %s, %d shipments on %d pages\n", *pro, shipments, pages)
}

func quote() int64 {
	item := lading.NewQuoteItem()
	item.SetWeight(500)
	item.SetFreightClass("92.5")
	item.SetLength(48)
	item.SetWidth(40)
	item.SetHeight(48)
	request := lading.NewCreateQuotes(
		*place("Los Angeles", "CA", "90001"),
		*place("Chicago", "IL", "60601"),
		[]lading.QuoteItem{*item},
	)
	rated, _, err := client.QuotesAPI.CreateQuotes(ctx).CreateQuotes(*request).Execute()
	must(err)
	return rated.Data[0].Id
}

func place(city, state, zip string) *lading.QuotePlace {
	place := lading.NewQuotePlace()
	place.SetCity(city)
	place.SetState(state)
	place.SetZip(zip)
	return place
}

func draft(quoteID int64) *lading.Freight {
	request := lading.NewCreateFreight(quoteID)
	from := lading.NewFreightParty()
	from.SetCompany("Acme Manufacturing")
	from.SetContact("Ann Lee")
	from.SetAddress("12 S Main St")
	from.SetPhone("555-222-6666")
	to := lading.NewFreightParty()
	to.SetCompany("Lakeside Stores")
	to.SetContact("Bob Ray")
	to.SetAddress("400 W Lake St")
	to.SetPhone("555-333-7777")
	request.SetShipFrom(*from)
	request.SetShipTo(*to)
	freightOf := lading.NewCommodity()
	freightOf.SetDescription("Machine parts")
	freightOf.SetHandlingUnitType("pallet")
	request.SetFreight(*freightOf)
	request.SetBillToNil()
	freight, _, err := client.FreightAPI.CreateFreight(ctx).CreateFreight(*request).Execute()
	must(err)
	return freight
}

func everyPage() (pages, shipments int) {
	list := client.FreightAPI.ListFreight(ctx).Limit(2)
	for {
		page, _, err := list.Execute()
		must(err)
		pages++
		shipments += len(page.Data)
		if !page.HasMore {
			return pages, shipments
		}
		list = list.StartingAfter(page.Data[len(page.Data)-1].Id)
	}
}

func saveBol(freight int64) {
	pdf, _, err := client.FreightAPI.DownloadBol(ctx, freight).Execute()
	must(err)
	defer os.Remove(pdf.Name())
	bytes, err := os.ReadFile(pdf.Name())
	must(err)
	check(len(bytes) > 1_000 && string(bytes[:5]) == "%PDF-", "the bill of lading is no PDF")
}

// Registers an endpoint and waits for a test and a simulated event: their signatures are good, and they are what they say.
func receive(freight int64) {
	type delivery struct {
		body      []byte
		signature string
	}
	deliveries := make(chan delivery, 2)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	go http.Serve(listener, http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		deliveries <- delivery{body, request.Header.Get("X-Service-Signature")}
	}))
	request := lading.NewCreateWebhook("http://"+listener.Addr().String()+"/freight", []lading.EventType{lading.SHIPMENT_IN_TRANSIT})
	endpoint, _, err := client.WebhooksAPI.CreateWebhook(ctx).CreateWebhook(*request).Execute()
	must(err)
	_, _, err = client.WebhooksAPI.TestWebhook(ctx, endpoint.Id).Execute()
	must(err)
	simulation := lading.NewSimulate()
	simulation.SetShipmentId(freight)
	simulation.SetLocation("Denver, CO")
	_, _, err = client.SandboxAPI.SimulateEvent(ctx, lading.SHIPMENT_IN_TRANSIT).Simulate(*simulation).Execute()
	must(err)
	for range 2 {
		select {
		case got := <-deliveries:
			good, err := webhook.Verify(got.body, got.signature, endpoint.Secret, 5*time.Minute, time.Now())
			must(err)
			check(good, "the signature of the delivery is wrong")
			var event lading.Event
			must(json.Unmarshal(got.body, &event))
			check(event.ShipmentInTransitEvent != nil || event.WebhookTestEvent != nil, "the event is another")
		case <-time.After(time.Minute):
			check(false, "no delivery came")
		}
	}
	_, _, err = client.WebhooksAPI.DeleteWebhook(ctx, endpoint.Id).Execute()
	must(err)
}

// Everything that happened so far, as endpoints are sent it.
func decodeEvents() {
	var list struct{ Data []map[string]any }
	must(json.Unmarshal(get("/api/v1/events?limit=100"), &list))
	for _, record := range list.Data {
		record["webhook"] = map[string]any{"id": "whk_1", "url": "https://example.com"}
		body, err := json.Marshal(record)
		must(err)
		var event lading.Event
		must(json.Unmarshal(body, &event))
		check(event.GetActualInstance() != nil, fmt.Sprintf("%s is no event", record["type"]))
	}
	check(len(list.Data) >= 3, "few events")
}

// What a later version of the service may answer: a field and a word that this client doesn't know.
func readLaterAnswer(freight int64) {
	var answer map[string]any
	must(json.Unmarshal(get(fmt.Sprintf("/api/v1/freight/%d", freight)), &answer))
	answer["status"] = "returned"
	answer["new_field"] = map[string]any{"new": true}
	body, err := json.Marshal(answer)
	must(err)
	var later lading.Freight
	must(json.Unmarshal(body, &later))
	check(later.Status == "returned" && later.Id == freight, "a later answer is read otherwise")
}

func get(path string) []byte {
	request, err := http.NewRequest("GET", os.Getenv("LADING_URL")+path, nil)
	must(err)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("LADING_KEY"))
	response, err := http.DefaultClient.Do(request)
	must(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(err)
	return body
}

func refused(status int, code string, call func() error) {
	var refusal *lading.GenericOpenAPIError
	err := call()
	check(errors.As(err, &refusal), "no typed error")
	answer, typed := refusal.Model().(lading.ApiError)
	check(typed && string(answer.Error.Code) == code, fmt.Sprintf("%d is not told as %s", status, code))
}

func check(holds bool, otherwise string) {
	if !holds {
		panic(otherwise)
	}
}

func must(err error) {
	var refusal *lading.GenericOpenAPIError
	if errors.As(err, &refusal) {
		panic(string(refusal.Body()))
	}
	if err != nil {
		panic(err)
	}
}
