/** MT-SMS status ids (public reference). */
export const SmsStatus = {
	Pending: 1,
	InProgress: 2,
	Buffered: 3,
	Delivered: 4,
	Failed: 5,
	Expired: 6,
	Cancelled: 7,
} as const;

export interface Sms {
	id: number;
	endpointId: number;
	simId: number;
	submitDate: number;
	finalDate: number | null;
	expiryDate: number | null;
	statusId: number;
	payload: string;
	sourceAddress: string | null;
	sourceAddressTypeId: number | null;
	destAddress: string | null;
	udh: string | null;
	dcs: number;
	/** `MT` sent to the device, `MO` sent by the device. */
	direction: 'MT' | 'MO';
}

export interface ApiCallback {
	id: number;
	organisationId: number;
	url: string;
	purpose: string;
	created: number;
}

export interface ApiSecret {
	id: number;
	organisationId: number;
	secret: string;
	purpose: string;
}

/** Names of SMS status ids (public reference; receipts carry them in capitals). */
export const SMS_STATUS_NAMES: Record<number, string> = {
	1: 'PENDING',
	2: 'IN PROGRESS',
	3: 'BUFFERED',
	4: 'DELIVERED',
	5: 'FAILED',
	6: 'EXPIRED',
	7: 'CANCELLED',
};
