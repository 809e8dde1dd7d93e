import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.FreightApi;
import org.openapitools.client.api.QuotesApi;
import org.openapitools.client.api.SandboxApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.*;

/**
 * The journey of a shipper's team in Java, compiled among the sources of the client as it was generated. Takes the
 * service from LADING_URL and LADING_KEY.
 */
public final class Journey {
  private static final ApiClient CLIENT = new ApiClient().setBasePath(System.getenv("LADING_URL"));
  private static final FreightApi FREIGHT = new FreightApi(CLIENT);
  private static final WebhooksApi WEBHOOKS = new WebhooksApi(CLIENT);

  private record Delivery(byte[] body, String signature) {}

  private interface Call {
    void run() throws ApiException;
  }

  public static void main(String[] arguments) throws Exception {
    CLIENT.setBearerToken(System.getenv("LADING_KEY"));
    long quote = quote();
    long freight = draft(quote);
    String pro = FREIGHT.bookFreight(freight, null, null, null).getProNumber();
    check(pro != null, "booked without a PRO number");
    check(pro.equals(FREIGHT.getFreightTracking(freight).getTrackingNumber()), "the tracking has another number");

    List<Long> drafts = List.of(draft(quote), draft(quote));
    Set<Long> listed = everyPage();
    check(listed.contains(freight) && listed.containsAll(drafts), "a page is missing");

    Path pdf = FREIGHT.downloadBol(freight).toPath();
    check(new String(Files.readAllBytes(pdf), 0, 5).equals("%PDF-"), "the bill of lading is no PDF");
    Files.delete(pdf);

    receive(freight);
    decodeEvents();
    readLaterAnswer(freight);
    refused(404, "resource_missing", () -> FREIGHT.getFreight(999_999_999L));
    UpdateFreight change = new UpdateFreight().specialInstructions("Gate code 456");
    refused(422, "freight_not_draft", () -> FREIGHT.updateFreight(freight, null, change));
    System.out.printf("journey done: PRO %s, %d shipments%n", pro, listed.size());
    System.exit(0);
  }

  private static long quote() throws ApiException {
    CreateQuotes request =
        new CreateQuotes()
            .origin(new QuotePlace().city("Los Angeles").state("CA").zip("90001"))
            .destination(new QuotePlace().city("Chicago").state("IL").zip("60601"))
            .addItemsItem(
                new QuoteItem()
                    .weight(500.0)
                    .freightClass(FreightClass._92_5)
                    .length(48.0)
                    .width(40.0)
                    .height(48.0));
    return new QuotesApi(CLIENT).createQuotes(request, null, null).getData().get(0).getId();
  }

  private static long draft(long quote) throws ApiException {
    FreightParty from =
        new FreightParty()
            .company("Acme Manufacturing")
            .contact("Ann Lee")
            .address("12 S Main St")
            .phone("555-222-6666");
    FreightParty to =
        new FreightParty()
            .company("Lakeside Stores")
            .contact("Bob Ray")
            .address("400 W Lake St")
            .phone("555-333-7777");
    Commodity parts =
        new Commodity().description("Machine parts").handlingUnitType("pallet");
    CreateFreight request =
        new CreateFreight().quoteId(quote).shipFrom(from).shipTo(to).freight(parts).billTo(null);
    Freight freight = FREIGHT.createFreight(request, null, null);
    check(freight.getProNumber() == null && freight.getBillTo() == null, "a draft has nothing that was not said");
    return freight.getId();
  }

  private static Set<Long> everyPage() throws ApiException {
    Set<Long> listed = new HashSet<>();
    Long after = null;
    while (true) {
      FreightList page = FREIGHT.listFreight(2, after, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
      page.getData().forEach(freight -> listed.add(freight.getId()));
      if (!page.getHasMore()) return listed;
      after = page.getData().get(page.getData().size() - 1).getId();
    }
  }

  /** Registers an endpoint and waits for a test and a simulated event: their signatures are good, and they are what they say. */
  private static void receive(long freight) throws Exception {
    BlockingQueue<Delivery> deliveries = new ArrayBlockingQueue<>(2);
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/freight",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
          deliveries.offer(new Delivery(body, exchange.getRequestHeaders().getFirst("X-Service-Signature")));
        });
    server.start();
    CreateWebhook request =
        new CreateWebhook()
            .url("http://127.0.0.1:" + server.getAddress().getPort() + "/freight")
            .addEventsItem(EventType.SHIPMENT_IN_TRANSIT);
    CreatedWebhookEndpoint endpoint = WEBHOOKS.createWebhook(request, null, null);
    WEBHOOKS.testWebhook(endpoint.getId(), null);
    Simulate simulation = new Simulate().shipmentId(freight).location("Denver, CO");
    new SandboxApi(CLIENT).simulateEvent(EventType.SHIPMENT_IN_TRANSIT, null, null, null, simulation);
    for (int count = 0; count < 2; count++) {
      Delivery delivery = deliveries.poll(60, TimeUnit.SECONDS);
      check(delivery != null, "no delivery came");
      check(isSigned(delivery, endpoint.getSecret()), "the signature of the delivery is wrong");
      Object event = Event.fromJson(new String(delivery.body())).getActualInstance();
      check(event instanceof ShipmentInTransitEvent || event instanceof WebhookTestEvent, "the event is another");
    }
    WEBHOOKS.deleteWebhook(endpoint.getId());
    server.stop(0);
  }

  /** `t=…,v1=…`: HMAC-SHA256 over `t.body`, keyed with the whole secret. */
  private static boolean isSigned(Delivery delivery, String secret) throws Exception {
    String[] parts = delivery.signature().split(",");
    String time = parts[0].substring("t=".length());
    if (Math.abs(System.currentTimeMillis() / 1_000 - Long.parseLong(time)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(), "HmacSHA256"));
    mac.update((time + ".").getBytes());
    byte[] expected = mac.doFinal(delivery.body());
    return MessageDigest.isEqual(expected, HexFormat.of().parseHex(parts[1].substring("v1=".length())));
  }

  /** Everything that happened so far, as endpoints are sent it. */
  private static void decodeEvents() throws Exception {
    JsonObject endpoint = JsonParser.parseString("{\"id\": \"whk_1\", \"url\": \"https://example.com\"}").getAsJsonObject();
    List<JsonElement> records = get("/api/v1/events?limit=100").getAsJsonArray("data").asList();
    for (JsonElement record : records) {
      record.getAsJsonObject().add("webhook", endpoint);
      check(Event.fromJson(record.toString()).getActualInstance() != null, record + " is no event");
    }
    check(records.size() >= 3, "few events");
  }

  /** What a later version of the service may answer: a field and a word that this client doesn't know. */
  private static void readLaterAnswer(long freight) throws Exception {
    JsonObject answer = get("/api/v1/freight/" + freight);
    answer.addProperty("status", "returned");
    answer.addProperty("new_field", "new");
    Freight later = Freight.fromJson(answer.toString());
    check(later.getStatus() == FreightStatus.UNKNOWN_DEFAULT_OPEN_API, "a later answer is read otherwise");
    check(later.getId() == freight, "a later answer is another");
  }

  private static JsonObject get(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(System.getenv("LADING_URL") + path))
            .header("Authorization", "Bearer " + System.getenv("LADING_KEY"))
            .build();
    String body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return JsonParser.parseString(body).getAsJsonObject();
  }

  private static void refused(int status, String code, Call call) throws Exception {
    try {
      call.run();
    } catch (ApiException refusal) {
      check(refusal.getCode() == status, refusal.getCode() + " instead of " + status);
      ApiError error = ApiError.fromJson(refusal.getResponseBody());
      check(error.getError().getCode().getValue().equals(code), status + " is not told as " + code);
      return;
    }
    throw new AssertionError(code + " was expected");
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) throw new AssertionError(otherwise);
  }
}
