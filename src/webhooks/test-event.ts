/** The data of a `webhook.test`: it goes to the endpoint that it names, whatever that one subscribes to. */
export function testEventData(endpointId: number): { message: string; endpoint_id: number } {
  return { message: 'This is a test event: your endpoint is set up.', endpoint_id: endpointId };
}
