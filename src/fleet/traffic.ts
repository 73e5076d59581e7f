/** Types of traffic, of records and of quotas, by name. Source: public reference, Usage records. */
export const TrafficType = { Data: 5, Sms: 6 } as const;
