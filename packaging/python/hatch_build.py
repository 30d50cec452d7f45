# The platform of the wheel. The programs need no Python, so one wheel serves all versions.
import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Platform(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + os.environ["WHEEL_PLATFORM"]
