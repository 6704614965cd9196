import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { firstDayOfWeek } from "../../domain/week-start.ts";
import { createToday, type TodayService } from "./today-service.ts";

const create = ({ transport, machine, language }: App) => {
  const code = () => language.state.language;
  return createToday({
    send: transport.send,
    machine,
    language: code,
    firstDay: () => firstDayOfWeek(navigator.languages, code()),
  });
};

/** Today's class for the signed-in person. */
export const useToday = (): TodayService => useService(create);
