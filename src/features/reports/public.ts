import { ReportsScreen as Reports } from "./reports-screen.tsx";

/** What happens at the school, in numbers. */
export const ReportsScreen = Reports;
