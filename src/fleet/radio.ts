/** Names of radio access types, by id; the list grows. Source: public reference, Radio access types. */
export const RATS: Record<number, string> = {
	1: '3G',
	2: '2G',
	3: 'WLAN',
	4: 'GAN',
	5: 'HSPA+',
	6: '4G',
	8: 'NB-IoT',
	9: 'LTE-M',
};
