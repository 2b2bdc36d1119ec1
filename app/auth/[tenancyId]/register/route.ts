import { hostedPage } from "@/lib/hosted/hosted-page";

export const GET = hostedPage("register");
